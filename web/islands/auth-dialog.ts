import { currentLang } from '#web/i18n.ts';
import { loadWords } from './words.ts';

export type AuthTab = 'login' | 'register' | 'reset';
export type SocialProvider = 'google' | 'facebook';

export interface AuthDialogRequest {
  /** The tab it opens on; Login unless said. */
  tab?: AuthTab;
  /** Said in the dialog at once: why a provider did not let her in. */
  notice?: { title: string; text: string };
  /** Somebody is signed in with a password that was handed over: she chooses her own before anything else. */
  newSecret?: boolean;
  /** Called once somebody has signed in, after the dialog has closed. */
  onSignedIn?: () => void;
}

/** Opens the sign-in dialog from any island; its code is fetched when it is first asked for. */
export async function openAuthDialog(request: AuthDialogRequest = {}): Promise<void> {
  const [{ mountAuthDialog }] = await Promise.all([
    import('#web/features/accounts/sign-in/auth-dialog.island.tsx'),
    loadWords(currentLang(), ['common', 'errors', 'account']),
  ]);
  mountAuthDialog(request);
}
