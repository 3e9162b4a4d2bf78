/** What the server's bundle leaves out, because it loads files of its own: machine code, pages. */
export const besideBundle = ['sharp', '@node-rs/argon2', '@fastify/swagger-ui'];
