-- Sellers see the wallets of the people whom their codes brought (permissions §1).
select show_to_seller('account', 'owner_id');
select show_to_seller('wallet_line', 'owner_id');
