import type { IslandHead } from './define.ts';

export type AuthTab = 'login' | 'register' | 'reset';
export type SocialProvider = 'google' | 'facebook';

export interface AuthDialogRequest {
  /** The tab it opens on; Login unless said. */
  tab?: AuthTab;
  /** Said in the dialog at once: why a provider did not let her in. */
  notice?: { title: string; text: string };
  /** What somebody who is signed in has to do before anything else. */
  first?: 'new-secret' | 'second-step';
  /** Called once somebody has signed in, after the dialog has closed. */
  onSignedIn?: () => void;
}

/** What the dialog is fetched by, before its code is there. */
export const authDialog = {
  name: 'auth-dialog',
  areas: ['common', 'errors', 'account'],
} satisfies IslandHead;

/** Opens the sign-in dialog from any island; its code is fetched when it is first asked for. */
export async function openAuthDialog(request: AuthDialogRequest = {}): Promise<void> {
  const { open } = await import('./wake.ts');
  await open(authDialog, request);
}
