export const dashboardTabs = ['appointments', 'patients', 'locations', 'profile'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab of the address; one that says nothing means appointments. */
export const tabOf = (params: URLSearchParams): DashboardTab =>
  dashboardTabs.find((tab) => tab === params.get('tab')) ?? 'appointments';
