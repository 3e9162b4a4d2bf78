import { Printer } from 'lucide-react';
import { readPoster } from '#shared/contract/screens.ts';
import { arDeskScreen } from '#shared/messages/ar/desk-screen.ts';
import { phrase } from '#shared/messages/catalogue.ts';
import { enDeskScreen } from '#shared/messages/en/desk-screen.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { QrCode } from '#web/ui/drawings/qr-code.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

/** A branch's poster in both languages; patients scan its code to check in. */
export function Poster({ token }: { token: string }) {
  const { data: poster, error, refetch } = useRead(readPoster, { params: { token } });
  const address = `${window.location.origin}/here/${token}`;
  if (error)
    return (
      <main className="mx-auto grid min-h-dvh max-w-[480px] content-center gap-5 px-5 py-10">
        <h1 className="text-h2">{t('desk.posters.open')}</h1>
        <LoadFailed title={t('desk.posters.over')} onAgain={() => void refetch()} />
        <ButtonLink kind="sec" href="/clinic/day">
          {t('desk.posters.back')}
        </ButtonLink>
      </main>
    );
  if (!poster) return null;
  const { name, nameAr } = poster.branch;
  return (
    <main className="poster">
      <Button
        className="poster-print"
        icon={<Printer size={20} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('common.action.print')}
      </Button>
      <h1 lang="ar" dir="rtl">
        {phrase('ar', arDeskScreen, 'desk.poster.title')}
      </h1>
      <p lang="en" dir="ltr" className="poster-title">
        {phrase('en', enDeskScreen, 'desk.poster.title')}
      </p>
      <QrCode text={address} label={t('desk.poster.code')} strength="quartile" className="poster-code" />
      <p lang="ar" dir="rtl">
        {phrase('ar', arDeskScreen, 'desk.poster.text')}
      </p>
      <p lang="en" dir="ltr">
        {phrase('en', enDeskScreen, 'desk.poster.text')}
      </p>
      <p className="poster-branch">
        {nameAr && (
          <span lang="ar" dir="rtl">
            {nameAr}
          </span>
        )}
        <span lang="en" dir="ltr">
          {name}
        </span>
      </p>
    </main>
  );
}
