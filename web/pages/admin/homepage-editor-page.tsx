import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { HomepageEditorIsland } from '#web/islands/homepage-editor-island.tsx';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '../page.ts';

export const homepageEditorPage: PageModule = {
  look: 'staff',
  title: () => t('admin.homepage.title'),
  Page: ({ lang, content }) => (
    <Island name="homepage-editor" component={HomepageEditorIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
