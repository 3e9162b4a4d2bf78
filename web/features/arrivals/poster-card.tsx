import { MapPin } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { checkInByPoster, readPoster } from '#shared/contract/screens.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { OwnDayStatus } from './own-day.tsx';

/** Page of a branch's poster: the patient checks in, by her session or her phone number. */
export function PosterCard({ token }: { token: string }) {
  const { data: poster, error, refetch } = useRead(readPoster, { params: { token } });
  if (error instanceof ApiError && error.status === 404) return <Notice>{t('public.here.over')}</Notice>;
  if (error) return <LoadFailed title={t('common.state.loadFailed')} onAgain={() => void refetch()} />;
  if (!poster)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-12" />
      </LoadingRegion>
    );
  return <CheckInForm token={token} poster={poster} />;
}

interface CheckInFormProps {
  token: string;
  poster: Reply<typeof readPoster>;
}

function CheckInForm({ token, poster }: CheckInFormProps) {
  const saying = useChange(checkInByPoster);
  const [phone, setPhone] = useState('');
  const branch = pickLanguage(poster.branch.name, poster.branch.nameAr);
  const day: OwnDay | null = saying.data?.day ?? poster.day;
  function submit(event: FormEvent) {
    event.preventDefault();
    saying.mutate({ params: { token }, body: poster.known ? {} : { phone } });
  }
  if (poster.known && !day) return <Notice>{t('public.here.none', { branch })}</Notice>;
  if (saying.isSuccess && !poster.known)
    return (
      <Notice kind="success" live>
        {t('public.here.thanks')}
      </Notice>
    );
  const missing = saying.isError ? saying.error.fields.phone : undefined;
  const mayStill = !poster.known || (day?.stage === 'expected' && day.hereAt === null);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {day && <OwnDayStatus day={day} />}
      {saying.isError && !missing && (
        <Notice kind="danger" live>
          {getErrorMessage(saying.error, t('error.unknown'))}
        </Notice>
      )}
      {mayStill && <p className="text-ui text-ink-2">{t('public.here.text', { branch })}</p>}
      {!poster.known && (
        <Field label={t('public.here.phone')} help={t('public.here.phoneHint')} error={missing}>
          <TextInput
            {...personInputProps.phone}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
        </Field>
      )}
      {mayStill && (
        <Button
          type="submit"
          block
          size="lg"
          busy={saying.isPending}
          icon={<MapPin size={20} strokeWidth={1.7} aria-hidden="true" />}
        >
          {t('booking.today.here')}
        </Button>
      )}
    </form>
  );
}
