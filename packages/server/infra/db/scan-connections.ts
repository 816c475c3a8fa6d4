/** Connections of a process for queries that read many rows. PostgreSQL uses a processor for each that is busy. */
export const scanConnections = 2
