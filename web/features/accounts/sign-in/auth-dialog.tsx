import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { setSessionUser } from '#web/api/session.ts';
import { getStaffStartPage } from '#web/features/accounts/dashboards.ts';
import { SecondStep } from '#web/features/accounts/two-step/second-step.tsx';
import { t } from '#web/i18n.ts';
import type { AuthDialogRequest, AuthTab } from '#web/islands/auth-dialog.ts';
import { loadToastHost, toast } from '#web/islands/toast.ts';
import { DialogArch } from '#web/ui/drawings/dialog-arch.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import { FirstPasswordForm } from './new-secret-form.tsx';
import { PhoneSignIn } from './phone-sign-in.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetSent } from './reset-sent.tsx';

type View = AuthTab | 'sent' | 'phone' | 'new-secret' | 'second-step';

const tabs: readonly AuthTab[] = ['login', 'register', 'reset'];
const isTab = (view: View): view is AuthTab => (tabs as readonly View[]).includes(view);

interface Heading {
  title: ReactNode;
  description?: string;
}

function headingOf(view: View): Heading {
  if (view === 'sent') return { title: <span className="sr-only">{t('account.forgot.sentTitle')}</span> };
  if (view === 'phone') return { title: t('account.phone.title'), description: t('account.phone.text') };
  if (view === 'new-secret')
    return { title: t('account.newSecret.title'), description: t('account.newSecret.text') };
  if (view === 'second-step')
    return { title: t('account.secondStep.title'), description: t('account.secondStep.text') };
  return { title: t('account.dialog.title'), description: t('account.dialog.text') };
}

function Panel() {
  return (
    <div
      aria-hidden="true"
      className="relative grid min-h-[600px] items-end overflow-hidden bg-deep text-on-deep"
    >
      <p className="display absolute inset-x-8 top-9 text-[1.75rem] leading-[1.2] arabic:text-[2.2rem]">
        {t('account.dialog.panel')}
      </p>
      <DialogArch className="w-full" />
    </div>
  );
}

/** All ways to sign in: three tabs, the code by phone, the second step and the first own password. */
export function AuthDialog({ tab = 'login', notice: given, first: what, onSignedIn }: AuthDialogRequest) {
  useEffect(() => void loadToastHost(), []);
  const [open, setOpen] = useState(true);
  const [view, setView] = useState<View>(what ?? tab);
  const [notice, setNotice] = useState(given);
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const idBase = useId();

  function show(next: View) {
    setNotice(undefined);
    setView(next);
  }
  function enter(user: User, greeting: { title: string; text: string }) {
    const [before] = user.requires;
    if (before === 'second-step-setup') return location.assign('/clinic/profile?tab=password');
    if (before) return show(before);
    const dashboard = getStaffStartPage(user.role);
    if (dashboard) return location.assign(dashboard);
    document.documentElement.dataset.signedIn = '';
    setSessionUser(user);
    setOpen(false);
    toast({ kind: 'success', title: greeting.title, description: greeting.text });
    onSignedIn?.();
  }
  function registered(name: string) {
    setUsername(name);
    show('login');
    toast({
      kind: 'success',
      title: t('account.register.successTitle'),
      description: t('account.register.successText'),
    });
  }

  const welcome = (user: User) =>
    enter(user, {
      title: t('account.login.successTitle'),
      text: t('account.login.successText', { name: user.name }),
    });
  const verified = (user: User) =>
    enter(user, { title: t('account.phone.successTitle'), text: t('account.phone.successText') });
  const chosen = (user: User) =>
    enter(user, { title: t('account.newSecret.successTitle'), text: t('account.newSecret.successText') });
  const coarse = matchMedia('(pointer: coarse)').matches;

  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      locked={view === 'new-secret' || view === 'second-step'}
      size="lg"
      closeLabel={t('common.action.close')}
      aside={<Panel />}
      initialFocus={coarse ? undefined : first}
      {...headingOf(view)}
    >
      {notice && (
        <Notice live title={notice.title}>
          {notice.text}
        </Notice>
      )}
      {isTab(view) && (
        <>
          <Segmented
            label={t('account.dialog.tabs')}
            idBase={idBase}
            value={view}
            onChange={(next) => show(next as AuthTab)}
            tabs={tabs.map((value) => ({ value, label: t(`account.tab.${value}`) }))}
          />
          <TabPanel idBase={idBase} value={view}>
            {view === 'login' && (
              <LoginForm
                first={first}
                username={username}
                onSignedIn={welcome}
                onForgot={() => show('reset')}
                onPhone={() => show('phone')}
                onNotice={setNotice}
              />
            )}
            {view === 'register' && <RegisterForm first={first} onRegistered={registered} />}
            {view === 'reset' && (
              <ForgotForm
                first={first}
                onSent={(sentTo) => {
                  setEmail(sentTo);
                  show('sent');
                }}
                onPhone={() => show('phone')}
                onReturn={() => show('login')}
              />
            )}
          </TabPanel>
        </>
      )}
      {view === 'sent' && (
        <ResetSent email={email} onAnother={() => show('reset')} onReturn={() => show('login')} />
      )}
      {view === 'phone' && <PhoneSignIn onSignedIn={verified} onReturn={() => show('login')} />}
      {view === 'new-secret' && <FirstPasswordForm first={first} onChosen={chosen} />}
      {view === 'second-step' && <SecondStep first={first} onTaken={welcome} />}
    </Dialog>
  );
}
