export { balanceBetween, type PersonBalance } from "./balanceBetween.ts"
export { addPerson } from "./edits/addPerson.ts"
export { changeLayer } from "./edits/changeLayer.ts"
export type { LayerChange, LayerEdit, PersonEdit } from "./edits/LayerEdit.ts"
export { removePerson } from "./edits/removePerson.ts"
export { gapsBetween } from "./gapsBetween.ts"
export { nextChange, type NextChange } from "./nextChange.ts"
export type { Gap, LayerSource, OnCall, OnCallChange, OnCallRange, OverrideSource, Shift } from "./OnCall.ts"
export { onCallAt } from "./onCallAt.ts"
export {
  type ActiveHours,
  type HandOff,
  type OnCallLayer,
  onCallLimits,
  type OnCallOverride,
  type OnCallSchedule,
  type TurnUnit
} from "./OnCallSchedule.ts"
export { overrideUse, type OverrideUse } from "./overrideUse.ts"
export { scheduleFault, type ScheduleFault } from "./scheduleFault.ts"
export { shiftsBetween } from "./shiftsBetween.ts"
