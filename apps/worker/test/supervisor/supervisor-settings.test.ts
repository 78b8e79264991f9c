import { assert, describe, it } from "@effect/vitest"
import { childEnvironment } from "../../src/supervisor/Supervisor.ts"
import { readWorkerCount } from "../../src/supervisor/SupervisorSettings.ts"

describe("the number of workers", () => {
  it("defaults to the number of cores", () => {
    assert.strictEqual(readWorkerCount({}, 2), 2)
    assert.strictEqual(readWorkerCount({}, 256), 64)
    assert.strictEqual(readWorkerCount({ MON_WORKERS: "1" }, 8), 1)
  })

  for (const value of ["0", "65", "two", "1.5", "-1"]) {
    it(`is not ${value}`, () => {
      assert.throws(() => readWorkerCount({ MON_WORKERS: value }), "MON_WORKERS must be a whole number from 1 to 64.")
    })
  }
})

describe("the environment of a worker", () => {
  it("has its own name and metrics port, and no supervisor", () => {
    const env = { MON_METRICS_PORT: "9100", MON_WORKERS: "2", MON_LOCATION: "fra-1" }
    assert.deepStrictEqual(
      [0, 1].map((index) => childEnvironment(env, index)),
      [
        { MON_METRICS_PORT: "9100", MON_WORKERS: "1", MON_LOCATION: "fra-1", MON_WORKER_NAME: "worker-1" },
        { MON_METRICS_PORT: "9101", MON_WORKERS: "1", MON_LOCATION: "fra-1", MON_WORKER_NAME: "worker-2" }
      ]
    )
  })

  it("has any free port with port 0, and no port without one", () => {
    assert.strictEqual(childEnvironment({ MON_METRICS_PORT: "0" }, 1)["MON_METRICS_PORT"], "0")
    assert.notProperty(childEnvironment({}, 1), "MON_METRICS_PORT")
  })

  it("is rejected when there are not enough ports", () => {
    assert.throws(
      () => childEnvironment({ MON_METRICS_PORT: "65535" }, 1),
      /^MON_METRICS_PORT must be a port that leaves room/u
    )
  })
})
