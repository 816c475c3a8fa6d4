/** The largest body of an endpoint that does not allow another one. */
export const ordinaryBodyBytes = 64 * 1024
