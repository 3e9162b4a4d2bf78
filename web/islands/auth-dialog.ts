import type { IslandMeta } from './define.ts';

export type AuthTab = 'login' | 'register' | 'reset';
export type SocialProvider = 'google' | 'facebook';

export interface AuthDialogRequest {
  /** Tab that is open at first; the default is Login. */
  tab?: AuthTab;
  /** Message shown at once, for example why a sign-in provider refused. */
  notice?: { title: string; text: string };
  /** A step that the signed-in user must complete first. */
  first?: 'new-secret' | 'second-step';
  /** Called after sign-in, when the dialog has closed. */
  onSignedIn?: () => void;
}

/** Name and text areas of the dialog, for loading its code. */
export const authDialogIsland = {
  name: 'auth-dialog',
  areas: ['common', 'errors', 'account'],
} satisfies IslandMeta;

/** Opens the sign-in dialog from any island; its code is loaded on first use. */
export async function openAuthDialog(request: AuthDialogRequest = {}): Promise<void> {
  const { openIsland: open } = await import('./load-island.ts');
  await open(authDialogIsland, request);
}
