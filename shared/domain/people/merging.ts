import type { Lang } from '../languages.ts';
import type { MessageChannel } from '../message-kinds.ts';
import type { PhoneReach } from '../messages/quiet-hours.ts';

/** Fields of which one of the two values is chosen. */
export const mergeFields = ['name', 'phone', 'secondaryPhone', 'email', 'birthDate', 'paperFile'] as const;
export type MergeField = (typeof mergeFields)[number];
export type MergeValues = Record<MergeField, string | null>;

type ChosenChannels = Exclude<MessageChannel, 'app'>[];

/** Both records before the merge, to undo it; `set` holds the chosen values. */
export interface MergedBefore {
  readonly kept: MergeValues & {
    readonly authProvider: string;
    /** Contacts that were confirmed or entered by staff. Merges of the previous version lack it. */
    readonly known?: readonly string[];
  };
  readonly gone: MergeValues & {
    readonly username: string | null;
    readonly locale: Lang;
    readonly channels: readonly string[];
  };
  readonly set: Partial<MergeValues>;
  /** The kept record's answer about calls, if the merge changed it. */
  readonly reach?: { readonly own: PhoneReach | null; readonly merged: PhoneReach } | null;
  /** The kept record's chosen channels, if the merge changed them; null: none were chosen. */
  readonly channels?: { readonly own: ChosenChannels | null; readonly merged: ChosenChannels } | null;
  /** Lines that the merge added to the note of the kept record. */
  readonly addedNote?: string | null | undefined;
  /** The guardianship that was moved with its rights, or ended because the patient already had a guardian. */
  readonly care: {
    readonly id: number;
    readonly seesVisits: boolean;
    readonly readsNotes: boolean;
    readonly ended?: true;
  } | null;
}

/** Why two records cannot be merged yet. The text of each says what to do first. */
export const obstacles = [
  'bothSignIn',
  'keepOther',
  'overlap',
  'twoGuardians',
  'oneFamily',
  'drafts',
  'wishes',
] as const;
export type Obstacle = (typeof obstacles)[number];
