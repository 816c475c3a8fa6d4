/** The periods that the charts of an application's traffic show: the last hour by the minute, the others by the hour. */
export const trafficRanges = ['hour', 'day', 'week'] as const
export type TrafficRange = (typeof trafficRanges)[number]
