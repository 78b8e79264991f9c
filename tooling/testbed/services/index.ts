export { mongodbServer, opMsg } from "./mongodbServer.ts"
export {
  startAlertmanager,
  startDovecot,
  startEtcd,
  startGrpc,
  startLdap,
  startMariadb,
  startMosquitto,
  startPostfix,
  startPostgres,
  startPostgresInRecovery,
  startRabbitmq,
  startRedis,
  startSsh,
  startVsftpd
} from "./realServers.ts"
export {
  MANY_RECORDS,
  startCaddy,
  startChrony,
  startCoturn,
  startFreeradius,
  startKamailio,
  startNsd,
  startSnmpd
} from "./realServersOverUdp.ts"
export {
  accepted,
  batchOf,
  begun,
  done,
  ended,
  error,
  loginTexts,
  packet,
  preanswer,
  type Request,
  result,
  routed,
  sqlServer
} from "./sqlServerServer.ts"
export { freePort, PASSWORD, programs, type RealServer } from "./startServer.ts"
