const bidiControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;
/**
 * Invisible or unpronounceable characters: fillers, blank patterns, and marks or tatweel without a letter.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}\u0640\u2800\u3164\uffa0\s]/gu;

/** A name on one line: trimmed, inner spaces collapsed, direction controls removed. */
export const nameLine = (text: string): string => text.replace(bidiControls, '').replace(/\s+/g, ' ').trim();

/** The visible part of a name. */
export const visibleIn = (name: string): string => name.replace(unseen, '');
