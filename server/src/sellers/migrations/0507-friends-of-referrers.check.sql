select pg_temp.has('function', 'friends_of_referrer count_friends_of_referrer');
