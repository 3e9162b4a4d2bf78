/** What the server's bundle leaves out, because it loads files of its own: machine code, an engine, pages. */
export const besideBundle = ['sharp', '@node-rs/argon2', '@electric-sql/pglite', '@fastify/swagger-ui'];
