#!/usr/bin/env bash
# Installs the programs of Debian that some tests need, if this is root on Debian. Where they are missing, those tests
# are skipped.
set -u

[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
wanted=()
[ -x /usr/lib/postgresql/15/bin/postgres ] || wanted+=(postgresql-15)
[ -x /usr/bin/chromium ] || wanted+=(chromium)
[ -x /usr/sbin/nsd ] || wanted+=(nsd)
[ -x /usr/sbin/unbound ] || wanted+=(unbound)
[ -x /usr/bin/prometheus ] || wanted+=(prometheus)
[ -x /usr/bin/prometheus-blackbox-exporter ] || wanted+=(prometheus-blackbox-exporter)
[ -x /usr/bin/caddy ] || wanted+=(caddy)
[ -x /usr/sbin/nginx ] || wanted+=(nginx-light)
[ -x /usr/bin/systemd-analyze ] || wanted+=(systemd)
[ -x /usr/bin/pdftotext ] || wanted+=(poppler-utils)
[ -x /usr/bin/docker-compose ] || wanted+=(docker-compose)
# The servers that the uptime probe checks in their own protocols.
[ -x /usr/bin/redis-server ] || wanted+=(redis-server)
[ -x /usr/sbin/mariadbd ] || wanted+=(mariadb-server)
[ -x /usr/sbin/slapd ] || wanted+=(slapd)
[ -x /usr/sbin/mosquitto ] || wanted+=(mosquitto)
[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || wanted+=(rabbitmq-server)
[ -x /usr/sbin/postfix ] || wanted+=(postfix)
[ -x /usr/sbin/dovecot ] || wanted+=(dovecot-imapd dovecot-pop3d)
[ -x /usr/sbin/vsftpd ] || wanted+=(vsftpd)
[ -x /usr/sbin/sshd ] || wanted+=(openssh-server)
[ -x /usr/sbin/snmpd ] || wanted+=(snmpd)
[ -x /usr/sbin/chronyd ] || wanted+=(chrony)
[ -x /usr/sbin/freeradius ] || wanted+=(freeradius)
[ -x /usr/bin/turnserver ] || wanted+=(coturn)
[ -x /usr/sbin/kamailio ] || wanted+=(kamailio)
[ -x /usr/bin/etcd ] || wanted+=(etcd-server)
[ -e /usr/lib/python3/dist-packages/grpc/__init__.py ] || wanted+=(python3-grpcio)
for program in curl jq python3; do command -v "$program" >/dev/null || wanted+=("$program"); done
[ ${#wanted[@]} -eq 0 ] && exit 0
echo "installing ${wanted[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || exit 0
# Install only the programs: start no service and create no cluster.
policy=/usr/sbin/policy-rc.d made=0
[ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=1; }
mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
for package in "${wanted[@]}"; do
  apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 || echo "not available here: $package"
done
[ "$made" = 1 ] && rm -f "$policy"
exit 0
