import type { Lang } from '../languages.ts';

/** What of two records of one woman is chosen, field by field. */
export const mergeFields = ['name', 'phone', 'secondaryPhone', 'email', 'birthDate', 'paperFile'] as const;
export type MergeField = (typeof mergeFields)[number];
export type MergeValues = Record<MergeField, string | null>;

/** Both records as they were, for the way back; `set` is what was chosen. */
export interface MergedBefore {
  readonly kept: MergeValues & { readonly authProvider: string };
  readonly gone: MergeValues & {
    readonly username: string | null;
    readonly locale: Lang;
    readonly channels: readonly string[];
  };
  readonly set: Partial<MergeValues>;
  /** The guardianship that came along with what its guardian saw, or that ended as a second one of hers. */
  readonly care: {
    readonly id: number;
    readonly seesVisits: boolean;
    readonly readsNotes: boolean;
    readonly ended?: true;
  } | null;
}

/** Why two records cannot become one as they are. Each says in words what to do first. */
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
