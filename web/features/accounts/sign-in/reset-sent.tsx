import { Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Petal } from '#web/ui/petal.tsx';

/**
 * Confirmation after requesting a reset. The text is the same whether or not the address belongs to an
 * account.
 */
export function ResetSent({
  email,
  onAnother,
  onReturn,
}: {
  email: string;
  onAnother(): void;
  onReturn(): void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <div role="status" className="grid justify-items-center gap-4">
        <Petal className="size-[76px]!">
          <Mail size={34} strokeWidth={1.4} aria-hidden="true" />
        </Petal>
        <p className="display text-[1.75rem] arabic:text-[2.2rem]">{t('account.forgot.sentTitle')}</p>
        <b className="ltr max-w-full rounded-[10px] bg-tint px-[14px] py-[6px] font-medium break-all">
          {email}
        </b>
        <p className="max-w-[36ch] text-ui leading-[1.55] text-ink-2">{t('account.forgot.sentText')}</p>
        <p className="max-w-[44ch] text-small leading-[1.55] text-ink-2">{t('account.forgot.sentHint')}</p>
      </div>
      <div className="grid w-full gap-2">
        <Button ref={back} block onClick={onReturn}>
          {t('account.forgot.backToLogin')}
        </Button>
        <Button kind="gho" block onClick={onAnother}>
          {t('account.forgot.another')}
        </Button>
      </div>
    </div>
  );
}
