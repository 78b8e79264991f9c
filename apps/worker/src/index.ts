export { type ChromiumTestResult, testChromium } from "@mon/screenshot"
export { defaultDeliveryTimings, DeliveryTimings } from "./deliveries/DeliveryTimings.ts"
export { readDeliverySettings } from "./deliveries/DeliverySettings.ts"
export type { DeliverySettings } from "./deliveries/DeliverySettings.ts"
export { layerDeliveryWorkerNoDeps } from "./deliveries/DeliveryWorker.ts"
export type { DeliveryServices } from "./deliveries/DeliveryWorker.ts"
export { layerDeliveryWorker } from "./deliveries/layerDeliveryWorker.ts"
export { layerEmailHealthWorker, layerEmailHealthWorkerNoDeps } from "./EmailHealthWorker.ts"
export { layerFactsWorkerNoDeps } from "./FactsWorker.ts"
export type { FactsStore } from "./FactsWorker.ts"
export { layerUnlessPaused } from "./layerUnlessPaused.ts"
export { layerMetricsServer } from "./MetricsServer.ts"
export { readWorkerSettings } from "./Settings.ts"
export {
  layerReportPrinter,
  layerScreenshots,
  layerScreenshotWorker,
  layerScreenshotWorkerNoDeps
} from "./ScreenshotWorker.ts"
export { layerSimulationWorker, layerSimulationWorkerNoDeps } from "./SimulationWorker.ts"
export { requestReferenceTargets } from "./ReferenceTargets.ts"
export type { ReferenceTarget } from "./ReferenceTargets.ts"
export { layerPageChecks, layerUrlWorker, layerUrlWorkerNoDeps } from "./UrlWorker.ts"
export { layerWorker, layerWorkerNoDeps } from "./Worker.ts"
export { WorkerConfig } from "./WorkerConfig.ts"
export type { WorkerSettings } from "./WorkerConfig.ts"
export { defaultWorkerTimings, WorkerTimings } from "./WorkerTimings.ts"
