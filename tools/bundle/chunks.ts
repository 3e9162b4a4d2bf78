interface Graph {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** Entry points by the group of the code that they share. A module belongs to the first group that needs it. */
const entryPoints = {
  shared: /\/web\/entry-client\.ts$/,
  public: /\/web\/islands\/(?:load-island|toast-host)\.tsx?$|\/(?:header|booking)\.island\.tsx$/,
  // The first view of the profile. Its other tabs load the group `account` too.
  profile: /\/profile\.island\.tsx$|\/own-details-tab\.tsx$/,
  // Most patients open no tab but this one.
  visits: /\/visits-tab\.tsx$/,
  account: /\/web\/pages\/account\/|-tab\.tsx$/,
  staff: /\/web\/pages\/(?:admin|clinic|doctor)\//,
};
/** From how many importing chunks on a module joins the chunk of its group. */
const shareCounts: Record<keyof typeof entryPoints, number> = {
  // The entry script is on every page.
  shared: 1,
  // Patients use most modules of these two groups, and a small file costs more as a request than as bytes.
  public: 2,
  profile: 2,
  visits: 2,
  account: 3,
  staff: 3,
};
const names = Object.keys(entryPoints) as (keyof typeof entryPoints)[];

/** Returns a function that names the first group of entry points that import a module. */
function findGroup() {
  const known = new Map<string, Set<string>>();
  const groupsOf = (id: string, graph: Graph): Set<string> => {
    const found = known.get(id) ?? new Set(names.filter((name) => entryPoints[name].test(id)));
    if (known.has(id)) return found;
    known.set(id, found);
    for (const importer of graph.getModuleInfo(id)?.importers ?? [])
      for (const name of groupsOf(importer, graph)) found.add(name);
    return found;
  };
  return (id: string, graph: Graph) => names.find((name) => groupsOf(id, graph).has(name));
}

/** Groups of the browser's build for `output.codeSplitting`. */
export function chunkGroups() {
  const groupOf = findGroup();
  return [
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: names.length },
    ...names.map((group, index) => ({
      // Entry points and dynamically imported modules keep separate files, which the manifest lists.
      name(id: string, graph: Graph) {
        const info = graph.getModuleInfo(id);
        if (!info || info.importers.length === 0 || info.dynamicImporters.length > 0) return null;
        return groupOf(id, graph) === group ? group : null;
      },
      minShareCount: shareCounts[group],
      priority: names.length - 1 - index,
    })),
  ];
}
