export const dashboardTabs = ['appointments', 'patients', 'locations', 'profile'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab in the query string; the default is appointments. */
export const readDashboardTab = (params: URLSearchParams): DashboardTab =>
  dashboardTabs.find((tab) => tab === params.get('tab')) ?? 'appointments';
