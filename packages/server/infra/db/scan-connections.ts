/**
 * Connections of a process for queries that read many rows. PostgreSQL uses a processor for each that is busy. Apart from
 * the pool, so that commands read it without loading the driver.
 */
export const scanConnections = 2
