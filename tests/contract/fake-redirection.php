<?php
/**
 * A fake of the plugin Redirection, as a must-use plugin: its constant, and its tables with the columns that the companion plugin reads.
 */

define( 'REDIRECTION_VERSION', '0' );

/** @param array<string, mixed> $redirect Columns that differ from those of an enabled redirect of one address to another. */
function fake_redirection_add( array $redirect, string $group_status = 'enabled' ): void {
	global $wpdb;

	$items  = $wpdb->prefix . 'redirection_items';
	$groups = $wpdb->prefix . 'redirection_groups';
	$wpdb->query( "CREATE TABLE IF NOT EXISTS $groups ( id int unsigned NOT NULL AUTO_INCREMENT, status varchar(20) NOT NULL, PRIMARY KEY (id) )" );
	$wpdb->query(
		"CREATE TABLE IF NOT EXISTS $items ( id int unsigned NOT NULL AUTO_INCREMENT, url text NOT NULL, regex int NOT NULL, position int NOT NULL,
		group_id int NOT NULL, status varchar(20) NOT NULL, action_type varchar(20) NOT NULL, action_code int NOT NULL, action_data text,
		match_type varchar(20) NOT NULL, PRIMARY KEY (id) )"
	);
	$wpdb->insert( $groups, array( 'status' => $group_status ) );
	$wpdb->insert(
		$items,
		$redirect + array(
			'regex'       => 0,
			'position'    => 0,
			'group_id'    => $wpdb->insert_id,
			'status'      => 'enabled',
			'action_type' => 'url',
			'action_code' => 301,
			'match_type'  => 'url',
		)
	);
	do_action( 'redirection_redirect_updated', $wpdb->insert_id, null );
}
