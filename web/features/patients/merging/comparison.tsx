import { useState } from 'react';
import {
  judgeDuplicate,
  type MergePreview,
  type MergeSide,
  mergePatients,
} from '#shared/contract/own/merges.ts';
import { formatDate, formatInstant, formatVisit } from '#shared/domain/format-time.ts';
import { type MergeField, mergeFields } from '#shared/domain/people/merging.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now as present } from '#web/api/clock.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { CallPreferenceNote } from '#web/ui/phone/patient-phone.tsx';

interface ComparisonProps {
  preview: MergePreview;
  mayJoin: boolean;
  onJoined(keptId: number): void;
  onClose(): void;
}

const formatMergeValue = (field: MergeField, value: string | null): string => {
  if (value === null) return t('merge.nothing');
  return field === 'birthDate' ? formatDate(currentLang(), value) : value;
};

const formatMergeSide = ({ since, visits, signsIn, guardian }: MergeSide): string =>
  joinWithComma(
    t('merge.since', { date: formatInstant(currentLang(), since) }),
    t('merge.visits', { n: visits }),
    signsIn ? t('merge.signsIn') : null,
    guardian ? t('merge.caredFor', { name: guardian }) : null,
  );

const Detail = ({ side }: { side: MergeSide }) => (
  <>
    <span className="num block">{formatMergeSide(side)}</span>
    <CallPreferenceNote reach={side.reach} now={present()} />
  </>
);

/** The obstacles to merging, each with what to do about it. */
function MergeObstacles({ preview: { obstacles, overlaps } }: { preview: MergePreview }) {
  if (obstacles.length === 0) return null;
  const times = overlaps.map(({ date, time }) => formatVisit(currentLang(), date, time));
  return (
    <Notice kind="warn" title={t('merge.inTheWay')}>
      <ul className="grid gap-1">
        {obstacles.map((obstacle) => (
          <li key={obstacle} className="num">
            {t(`merge.obstacle.${obstacle}`, { times: joinWithComma(...new Set(times)) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Compares two files of one patient: which file is kept, and which of two differing values. */
export function Comparison({ preview, mayJoin, onJoined, onClose }: ComparisonProps) {
  const { one, other, obstacles } = preview;
  const older = Math.min(one.id, other.id);
  const [keptId, keep] = useState(one.signsIn ? one.id : other.signsIn ? other.id : older);
  const [picked, pick] = useState<Partial<Record<MergeField, number>>>({});
  const join = useChange(mergePatients);
  const say = useChange(judgeDuplicate);
  const [kept, gone] = keptId === one.id ? [one, other] : [other, one];
  const differing = mergeFields.filter((field) => one.values[field] !== other.values[field]);
  /** Default: the value of the kept file, or the other file's if the kept one has none. */
  const chosen = (field: MergeField): number =>
    picked[field] ?? (kept.values[field] === null ? gone.id : kept.id);
  const locked = one.signsIn || other.signsIn;
  const fixed = (field: MergeField) => kept.signsIn && (field === 'email' || field === 'phone');
  const take = differing.filter((field) => chosen(field) === gone.id && !fixed(field));
  const error = join.error ?? say.error;
  const joinThem = () =>
    join.mutate(
      { body: { keptId, goneId: gone.id, take } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: t('merge.joined') });
          onClose();
          onJoined(keptId);
        },
      },
    );
  const sayThem = (verdict: 'same' | 'different') =>
    say.mutate(
      { body: { oneId: one.id, otherId: other.id, verdict } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: t(verdict === 'same' ? 'merge.proposed' : 'merge.noted') });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      size="md"
      title={t('merge.title')}
      description={t('merge.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="out" busy={say.isPending} onClick={() => sayThem('different')}>
            {t('merge.different')}
          </Button>
          {mayJoin ? (
            <Button
              disabled={obstacles.length > 0}
              busy={join.isPending}
              busyLabel={t('merge.joining')}
              onClick={joinThem}
            >
              {t('merge.join')}
            </Button>
          ) : (
            <Button busy={say.isPending} onClick={() => sayThem('same')}>
              {t('merge.propose')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {error && (
          <Notice kind="danger" live>
            {getErrorMessage(error, t('merge.failed'))}
          </Notice>
        )}
        <MergeObstacles preview={preview} />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-small font-strong">{t('merge.keep')}</legend>
          <RadioCards
            name="merge-keep"
            label={t('merge.keep')}
            value={String(keptId)}
            onChange={(id) => keep(Number(id))}
            options={[one, other].map((side) => ({
              value: String(side.id),
              label: (
                <>
                  <bdi>{side.values.name}</bdi> <bdi className="ltr num">{side.reference}</bdi>
                </>
              ),
              detail: <Detail side={side} />,
              disabled: locked && !side.signsIn,
            }))}
          />
        </fieldset>
        {differing.length > 0 && <p className="text-small text-ink-2">{t('merge.choose')}</p>}
        {differing.map((field) => (
          <div key={field} className="grid gap-2">
            <span id={`merge-${field}`} className="text-small font-strong">
              {t(`merge.field.${field}`)}
            </span>
            <RadioCards
              name={`merge-${field}`}
              labelledBy={`merge-${field}`}
              ring={false}
              value={String(fixed(field) ? kept.id : chosen(field))}
              onChange={(id) => pick({ ...picked, [field]: Number(id) })}
              options={[one, other].map((side) => ({
                value: String(side.id),
                label: <bdi className="num wrap-anywhere">{formatMergeValue(field, side.values[field])}</bdi>,
                disabled: side.values[field] === null || (fixed(field) && side.id !== kept.id),
              }))}
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
