import type { Guide } from '#shared/contract/connections/guide.ts';
import type { GuideLack, GuideStep } from '#shared/domain/setup-guide.ts';
import { joinWithComma, type MessageKey, pickLanguage, t } from '#web/i18n.ts';

type SetupStep = Guide['steps'][number];
type BilingualName = Guide['clinic'];

const joinBilingualNames = (of: readonly BilingualName[]): string =>
  joinWithComma(...of.map(({ name, nameAr }) => pickLanguage(name, nameAr)));

/** Sentence about a complete step. */
function describeCompleteStep(
  step: GuideStep,
  { clinic, branches, services, doctors, connected }: Guide,
): string {
  const names: Partial<Record<GuideStep, string>> = {
    branches: joinBilingualNames(branches),
    doctors: joinBilingualNames(doctors),
    messages: joinWithComma(...connected.map((way) => t(`guide.way.${way}`))),
  };
  return t(`guide.is.${step}`, {
    name: clinic.name,
    nameAr: clinic.nameAr ?? '',
    names: names[step] ?? '',
    n: services,
  });
}

/** One sentence for each thing that a step lacks, or about the complete step. */
export function describeStep({ step, done, lacks }: SetupStep, guide: Guide): string[] {
  if (done) return [describeCompleteStep(step, guide)];
  const name = pickLanguage(guide.clinic.name, guide.clinic.nameAr);
  return lacks.map(({ lack, of, n }) => t(`guide.lack.${lack}`, { name, names: joinBilingualNames(of), n }));
}

/** Page of each step; messages open a dialog here. */
const stepHrefs: Record<Exclude<GuideStep, 'messages'>, string> = {
  name: '/admin/settings',
  branches: '/admin/dashboard?tab=locations',
  services: '/admin/homepage-editor?tab=services',
  doctors: '/admin/staff',
  legal: '/admin/homepage-editor?tab=legal',
  patients: '/admin/import',
  booking: '/book',
};
/** Hours and duties are set in the branches. */
const branchesHref = '/admin/dashboard?tab=locations';

/** Existing data that has to be changed. */
const lacksInExistingData: readonly GuideLack[] = [
  'branches.unread',
  'services.unread',
  'branches.phone',
  'doctors.arabic',
];

/** Label and address of a step's button; address null: opens a dialog here. */
export function getStepButton({ step, done, lacks }: SetupStep): { label: MessageKey; href: string | null } {
  const [first] = lacks;
  if (step === 'messages') {
    const isUntried = first?.lack === 'messages.untried';
    const label = done ? 'guide.change' : isUntried ? 'guide.do.trial' : 'guide.do.messages';
    return { label, href: null };
  }
  const href = stepHrefs[step];
  if (done) return { label: step === 'booking' ? 'guide.do.booking' : 'guide.change', href };
  if (first?.lack === 'name.contact')
    return { label: 'guide.do.contact', href: '/admin/homepage-editor?tab=contact' };
  if (first?.lack === 'name.figures')
    return { label: 'guide.do.figures', href: '/admin/homepage-editor?tab=about' };
  if (first?.lack === 'branches.hours') return { label: 'guide.do.hours', href };
  if (first && lacksInExistingData.includes(first.lack)) return { label: 'guide.change', href };
  if (first?.lack === 'doctors.branch' || first?.lack === 'doctors.duty')
    return { label: 'guide.do.duties', href: branchesHref };
  return { label: `guide.do.${step}`, href };
}
