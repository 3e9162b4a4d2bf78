import type { IslandHead } from '#web/islands/define.ts';

export interface MergeDialogRequest {
  patient: { id: number; name: string };
  /** The file she may have beside this one; without it one is looked for. */
  otherId?: number;
  /** The number that she has now. */
  onJoined(keptId: number): void;
}

export const mergeDialog = {
  name: 'merge-dialog',
  areas: ['common', 'errors', 'staff', 'merge'],
} satisfies IslandHead;

/** Two files side by side, from any island of the staff; its code is fetched when it is first asked for. */
export async function openMergeDialog(request: MergeDialogRequest): Promise<void> {
  const { open } = await import('#web/islands/wake.ts');
  await open(mergeDialog, request);
}
