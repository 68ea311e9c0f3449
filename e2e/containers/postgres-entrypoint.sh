#!/bin/sh
# Does what the entrypoint of the official PostgreSQL image does with the variables of deploy/compose.yaml.
set -eu
folder=/var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
install -d -o postgres -g postgres /var/run/postgresql
chown -R postgres:postgres "$folder"
cd "$folder"
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
if [ ! -s PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" | install -o postgres -m 0600 /dev/stdin /tmp/password
  as_postgres initdb --pgdata=. --username="$POSTGRES_USER" --pwfile=/tmp/password --encoding=UTF8 --auth-host=scram-sha-256 --auth-local=trust >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_DB" | as_postgres postgres --single -D . postgres >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D . -c listen_addresses='*'
