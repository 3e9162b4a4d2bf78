/*
 * The layers of the server, from the lowest to the highest. A folder imports only folders that stand before it, so
 * no two folders can import each other. docs/architecture.md describes the layers.
 */
const layers = `
config
db/schema db
engine/console-error engine/files engine/secrets engine/db
engine/events
engine/live engine/delivery
engine/http
engine/tasks engine/identity engine/pages
registries deps db/seed
`;
export default { layers };
