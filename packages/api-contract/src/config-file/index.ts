export { canonicalConfig, writeConfig, type WriteOptions } from "./writeConfig.ts"
export { type CompareOptions, comparePlan, matchObjects, type ObjectMatch, planMatches } from "./comparePlan.ts"
export { ConfigDocument } from "./ConfigDocument.ts"
export { type ConfigFault, type ConfigPath, pathText } from "./ConfigFault.ts"
export { configJsonSchema } from "./configJsonSchema.ts"
export {
  type ConfigPlan,
  countChanges,
  type Drift,
  type FieldChange,
  type FieldValue,
  type KeptObject,
  type ObjectFields,
  type PlannedAdoption,
  type PlannedCreation,
  type PlannedDeletion,
  type PlannedUpdate,
  type PlanRefusal,
  type StoredObject,
  type UnmanagedObject,
  type WantedObject
} from "./ConfigPlan.ts"
export { type ConfigVariable, expandConfig, type ExpandedConfig, type ExpandOptions } from "./expandConfig.ts"
export { fieldValue } from "./isSameValue.ts"
export { isSameValue } from "./isSameValue.ts"
export { keyFor } from "./keys.ts"
export { type ConfigReading, readConfig, type ReadConfig } from "./readConfig.ts"
export { readYaml, type TextPosition, type TextRange, type YamlReading, type YamlText } from "./readYaml.ts"
export { isSealedHash, mapChannelSecrets, mapMonitorSecrets } from "./secrets.ts"
export {
  configLimits,
  fixedFields,
  isMonitorSection,
  keySpaceOf,
  kindOfSection,
  type MonitorSection,
  monitorSections,
  ofMonitorSections,
  type Section,
  sectionNouns,
  sections
} from "./sections.ts"
export { variablesIn } from "./variables.ts"
