export { type CheckedSchedule, checkSchedule, LONGEST_WINDOW_MINUTES } from "./maintenance/checkSchedule.ts"
export {
  type Expansion,
  expandSchedule,
  isInMaintenance,
  maintenanceMinutes,
  nextOccurrences,
  type Occurrence,
  occurrencesBetween,
  type WindowSchedule
} from "./maintenance/occurrences.ts"
