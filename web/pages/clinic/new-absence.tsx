import { useState } from 'react';
import { actOnDisplaced } from '#shared/contract/disruptions.ts';
import { listDoctors } from '#shared/contract/doctors.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { buildOffers, useProposalChoices } from '#web/features/disruptions/choices.ts';
import { DisplacedVisits } from '#web/features/disruptions/displaced-visits.tsx';
import { OfferBar } from '#web/features/disruptions/offer-bar.tsx';
import { AbsenceFields } from '#web/features/schedules/absence-fields.tsx';
import { useAbsenceForm } from '#web/features/schedules/use-absence.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { Notice } from '#web/ui/notice.tsx';

const disruptionsHref = '/clinic/disruptions';

/**
 * The form of a new absence and below it the displaced appointments with a possible offer for each; one
 * button saves the absence and sends the offers.
 */
export function NewAbsence({ listHref }: { listHref: string }) {
  const { user } = useSession();
  const own = user?.role === 'doctor' ? user.id : 0;
  const [asked, setAsked] = useState(() => Number(new URLSearchParams(location.search).get('doctor')) || 0);
  const absence = useAbsenceForm(own || asked);
  const { displaced, problem, saving, save } = absence;
  const { choices, choose } = useProposalChoices();
  const offering = useMultiStepChange(async (offers: boolean) => {
    const saved = await save();
    if (!saved) return;
    const { disruptionId } = saved;
    const visits = buildOffers(displaced?.visits ?? [], choices);
    // Even if sending the offers fails, the absence is saved; its page lists the patients who have not been
    // informed.
    if (disruptionId !== null && offers && visits.length > 0)
      await sendChange(actOnDisplaced, {
        params: { id: disruptionId },
        body: { act: 'offer', visits },
      }).catch(() => {});
    location.assign(disruptionId === null ? disruptionsHref : `${disruptionsHref}/${disruptionId}`);
  });
  const busy = saving || offering.isPending;
  const hits = displaced?.visits ?? [];
  const quietly = (
    <Button kind={hits.length > 0 ? 'gho' : 'pri'} busy={busy} onClick={() => offering.mutate(false)}>
      {t(hits.length > 0 ? 'plans.save.quietly' : 'staff.absence.save')}
    </Button>
  );
  return (
    <>
      <Card className="grid gap-4 px-5 py-4">
        {own === 0 && <AbsentDoctorField value={asked} onChange={setAsked} />}
        <AbsenceFields
          draft={absence.draft}
          put={absence.put}
          today={dayClock(now()).date}
          dates={{ format: createDayFormat(), labels: getMonthTurnLabels() }}
        />
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        {hits.length === 0 && <span className="justify-self-start">{quietly}</span>}
      </Card>
      {displaced && (
        <section aria-label={t('plans.list')} aria-busy={absence.isFetching} className="grid gap-4">
          <DisplacedVisits displaced={displaced} choices={choices} onChoose={choose} listHref={listHref} />
          {hits.length > 0 && (
            <OfferBar
              visits={hits}
              choices={choices}
              summary="plans.save.summary"
              label={t('plans.save.offer')}
              busy={busy}
              onOffer={() => offering.mutate(true)}
            >
              {quietly}
            </OfferBar>
          )}
        </section>
      )}
    </>
  );
}

function AbsentDoctorField({ value, onChange }: { value: number; onChange(id: number): void }) {
  const { data = [] } = useRead(listDoctors);
  return (
    <Field label={t('plans.new.doctor')}>
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        <option value={0}>{t('plans.new.choose')}</option>
        {data.map((doctor) => (
          <option key={doctor.id} value={doctor.id}>
            {doctorName(currentLang(), doctor)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
