export { type CheckedSchedule, checkSchedule, LONGEST_WINDOW_MINUTES } from "./maintenance/checkSchedule.ts"
export {
  isInMaintenance,
  maintenanceMinutes,
  nextOccurrences,
  type Occurrence,
  occurrencesBetween,
  type WindowSchedule
} from "./maintenance/occurrences.ts"
