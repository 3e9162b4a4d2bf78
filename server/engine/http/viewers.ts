import type { Db } from '#server/engine/db/connect.ts';
import type { KeyScope } from '#shared/domain/key-scopes.ts';
import { isMinorNow } from '#shared/domain/people/family.ts';
import type { Role } from '#shared/domain/people/roles.ts';

/** A patient of a guardian's account. */
export interface CaredFor {
  readonly id: number;
  /** Whether the guardian reads notes shared with the patient: of a minor, or of a patient who agreed. */
  readonly notes: boolean;
}
export interface CaredPatientRow {
  readonly id: number;
  readonly agreed: boolean;
  readonly birthDate: string | null;
  readonly birthYear: number | null;
}

export const toCaredFor = (rows: readonly CaredPatientRow[] | null, now: Date): CaredFor[] | undefined =>
  rows?.map(({ id, agreed, ...born }) => ({ id, notes: agreed || isMinorNow(born, now) }));

/** An account with the patients whose guardian it is. */
export interface GuardianAccount {
  readonly id: number;
  readonly caresFor?: readonly CaredFor[] | undefined;
}

/**
 * Ids of the patients whose appointments the viewer may see and change: her own and those of her patients.
 */
export const patientIdsOf = ({ id, caresFor = [] }: GuardianAccount): number[] => [
  id,
  ...caresFor.map((one) => one.id),
];

/**
 * Whether the viewer is a person, or an API key that may read this subject. A key that may only write gets the
 * ids of people, not their names and contacts.
 */
export const canReadSubject = (
  { key }: { readonly key?: { readonly scopes: readonly KeyScope[] } | undefined },
  subject: 'patients' | 'appointments' | 'arrivals',
): boolean => !key || key.scopes.includes(`${subject}.read`);

/** The clinic itself, for example when it sends messages: sees every appointment. */
export const systemViewer = { id: 0, role: 'admin' } as const;

/** What a session lacks before it can be used. */
export type SessionAwaits = 'second-step' | 'second-step-setup' | null;

export interface SessionOwner extends Record<string, unknown> {
  id: number;
  role: Role;
  name: string;
  username: string | null;
  isSuperAdmin: boolean;
  mustChange: boolean | null;
  awaits: SessionAwaits;
  provedAt: Date;
  hasLock: boolean;
  lockHasPin: boolean;
  unlockedUntil: Date | null;
  /** Branches of a receptionist. */
  branches: number[] | null;
  caresFor: CaredPatientRow[] | null;
  startedAt: Date;
  seenAt: Date;
  expiresAt: Date;
  idleSeconds: number;
  /** The hash of its token, in hex. */
  token: string;
}

/** A valid API key. */
export interface ValidKey extends Record<string, unknown> {
  id: number;
  name: string;
  scopes: KeyScope[];
  perMinute: number;
  usedAt: Date | null;
  usedFrom: string | null;
  madeBy: number;
}

/**
 * Functions about accounts that the engine calls. The clinic implements them and gives them to the engine.
 */
export interface Accounts {
  /** The person of a session, unless the session or the account has ended. */
  sessionOwner(db: Db, tokenHash: Buffer, now: Date): Promise<SessionOwner | undefined>;
  /** The same for many sessions, by the hash of the token in hex. */
  sessionOwners(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<Map<string, SessionOwner>>;
  /**
   * Whether the account is active, and has this password if one is given. Locks it until the transaction
   * ends.
   */
  holdAccount(db: Db, userId: number, passwordHash?: string): Promise<boolean>;
  /** Ends a session of quick exit, and push to all browsers of its owner. */
  deleteLeftSession(db: Db, tokenHash: Buffer): Promise<void>;
  validKey(db: Db, tokenHash: Buffer, now: Date): Promise<ValidKey | undefined>;
  saveUse(db: Db, id: number, usedAt: Date, usedFrom: string): Promise<void>;
}
