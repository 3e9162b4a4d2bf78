/** Packages excluded from the server's bundle, because they load files of their own: binaries, pages. */
export const unbundledPackages = ['sharp', '@node-rs/argon2', '@fastify/swagger-ui'];
