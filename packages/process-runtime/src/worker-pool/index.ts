export { FairQueue } from "./FairQueue.ts"
export { type Job, type JobOutcome, jobsIn, moduleBeside } from "./Job.ts"
export { WorkerPool } from "./WorkerPool.ts"
