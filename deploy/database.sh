#!/bin/sh
# Run once by the image of PostgreSQL, when it makes its data: the users and the database of docs/operations.md.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 <<SQL
create role cardamom_owner login password '$OWNER_PASSWORD';
create role cardamom_app login password '$APP_PASSWORD';
create role cardamom_signer login password '$SIGNER_PASSWORD';
create role cardamom_accounts login password '$ACCOUNTS_PASSWORD';
create database cardamom owner cardamom_owner;
SQL
