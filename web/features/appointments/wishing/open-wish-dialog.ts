import type { IslandMeta } from '#web/islands/define.ts';

export interface WishDialogRequest {
  /** Today's date at the clinic. */
  today: string;
  /** The choices for which no time was free. */
  preset: {
    locationId?: number | null;
    serviceId?: number | null;
    /** First and last day; without `until` the first day alone; without both a default period. */
    date?: string | null;
    until?: string;
  };
  /** The patient whom staff put on the list; absent: the user. */
  patient?: { id: number; name: string } | undefined;
}

export const wishDialogIsland = {
  name: 'wish-dialog',
  areas: ['common', 'errors', 'booking', 'booking-first', 'offer', 'offer-own'],
} satisfies IslandMeta;

/** Opens the waiting list dialog from any island; its code loads on first use. */
export async function openWishDialog(request: WishDialogRequest): Promise<void> {
  const { openIsland: open } = await import('#web/islands/load-island.ts');
  await open(wishDialogIsland, request);
}
