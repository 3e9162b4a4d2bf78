import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as homepageEditorIsland } from './homepage-editor.island.tsx';

export const homepageEditorPage: PageModule = {
  look: 'staff',
  title: () => t('admin.homepage.title'),
  Page: ({ lang, content }) => (
    <Island of={homepageEditorIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
