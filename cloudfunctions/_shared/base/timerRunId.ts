/** Where `progress` holds when a timer last ran: what says from outside that the platform calls it. */
export const timerRunId = (name: string, timer: string): string => `timer_${name}_${timer}`;
