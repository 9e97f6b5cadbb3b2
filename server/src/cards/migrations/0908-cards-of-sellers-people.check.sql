select pg_temp.has('policy', 'card.seller holder.seller');
