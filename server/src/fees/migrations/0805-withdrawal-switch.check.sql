select pg_temp.has('rule', 'setting.setting_withdrawal_fee');
