const bidiControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;
/** What cannot be seen or read out: a filler, a blank pattern, a sign or a stretch (tatweel) without a letter. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}\u0640\u2800\u3164\uffa0\s]/gu;

/** A name in one line: trimmed, inner space folded, direction controls removed. */
export const nameLine = (text: string): string => text.replace(bidiControls, '').replace(/\s+/g, ' ').trim();

/** The part of a name that can be seen. */
export const visibleIn = (name: string): string => name.replace(unseen, '');
