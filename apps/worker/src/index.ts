export { type ChromiumTestResult, testChromium } from "@mon/screenshot"
export { defaultDeliveryTimings, DeliveryTimings } from "./deliveries/DeliveryTimings.ts"
export { readDeliverySettings } from "./deliveries/DeliverySettings.ts"
export type { DeliverySettings } from "./deliveries/DeliverySettings.ts"
export { layerDeliveryWorkerNoDeps } from "./deliveries/DeliveryWorker.ts"
export type { DeliveryServices } from "./deliveries/DeliveryWorker.ts"
export { layerDeliveryWorker } from "./deliveries/layerDeliveryWorker.ts"
export { layerEmailHealthWorker, layerEmailHealthWorkerNoDeps } from "./checks/EmailHealthWorker.ts"
export { layerFactsWorkerNoDeps } from "./checks/FactsWorker.ts"
export type { FactsStore } from "./checks/FactsWorker.ts"
export { layerUnlessPaused } from "./loops/layerUnlessPaused.ts"
export { layerMetricsServer } from "./metrics/MetricsServer.ts"
export { readWorkerSettings } from "./settings/Settings.ts"
export {
  layerReportPrinter,
  layerScreenshots,
  layerScreenshotWorker,
  layerScreenshotWorkerNoDeps
} from "./checks/ScreenshotWorker.ts"
export { layerSimulationWorker, layerSimulationWorkerNoDeps } from "./simulations/SimulationWorker.ts"
export { requestReferenceTargets } from "./checks/ReferenceTargets.ts"
export type { ReferenceTarget } from "./checks/ReferenceTargets.ts"
export { layerPageChecks, layerPageWorker, layerPageWorkerNoDeps } from "./checks/PageWorker.ts"
export { layerWorker, layerWorkerNoDeps } from "./Worker.ts"
export { WorkerConfig } from "./settings/WorkerConfig.ts"
export type { WorkerSettings } from "./settings/WorkerConfig.ts"
export { defaultWorkerTimings, WorkerTimings } from "./settings/WorkerTimings.ts"
