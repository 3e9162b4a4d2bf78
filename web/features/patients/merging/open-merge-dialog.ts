import type { IslandMeta } from '#web/islands/define.ts';

export interface MergeDialogRequest {
  patient: { id: number; name: string };
  /** The other file; without it the dialog starts with a search. */
  otherId?: number;
  /** Called with the id of the file that was kept. */
  onJoined(keptId: number): void;
}

export const mergeDialogIsland = {
  name: 'merge-dialog',
  areas: ['common', 'errors', 'staff', 'merge'],
} satisfies IslandMeta;

/** Opens the comparison of two files from any staff page; its code is loaded on first use. */
export async function openMergeDialog(request: MergeDialogRequest): Promise<void> {
  const { openIsland: open } = await import('#web/islands/load-island.ts');
  await open(mergeDialogIsland, request);
}
