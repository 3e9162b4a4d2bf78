import type { IslandHead } from '#web/islands/define.ts';

export interface WishDialogRequest {
  /** The clinic's date. */
  today: string;
  /** What was chosen where nothing was free. */
  preset: {
    locationId?: number | null;
    serviceId?: number | null;
    /** The first day, and the last; the day alone where only it was looked at. */
    date?: string | null;
    until?: string;
  };
  /** Whom staff put on the list; nobody: whoever asks, herself. */
  patient?: { id: number; name: string } | undefined;
}

export const wishDialog = {
  name: 'wish-dialog',
  areas: ['common', 'errors', 'booking', 'booking-first', 'offer', 'offer-own'],
} satisfies IslandHead;

/** Asks what somebody waits for, from any island; its code is fetched when it is first asked for. */
export async function openWishDialog(request: WishDialogRequest): Promise<void> {
  const { open } = await import('#web/islands/wake.ts');
  await open(wishDialog, request);
}
