<?php
/**
 * Deletes everything that the plugin has stored, if `SITE_COMPANION_REMOVE_ALL_DATA` is true in wp-config.php. Otherwise everything is as it was
 * when the plugin is installed again, for example in a newer version.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Deletes the data of the current WordPress site. A network has several. */
function delete_data(): void {
	global $wpdb;

	wp_clear_scheduled_hook( 'site_companion_deliver' );
	remove_role( 'site_companion_reader' );
	foreach ( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type IN ( 'faq', 'event', 'site_homepage', 'site_faqpage', 'site_question_order', 'site_settings', 'site_redirects' )" ) as $id ) {
		wp_delete_post( (int) $id, true );
	}
	// The plugin is not active any more, and WordPress deletes terms of registered taxonomies only.
	register_taxonomy( 'faq_topic', 'faq' );
	$topic_ids = get_terms(
		array(
			'taxonomy'   => 'faq_topic',
			'hide_empty' => false,
			'fields'     => 'ids',
		)
	);
	foreach ( is_array( $topic_ids ) ? $topic_ids : array() as $topic_id ) {
		wp_delete_term( (int) $topic_id, 'faq_topic' );
	}
	foreach ( array( $wpdb->postmeta, $wpdb->termmeta, $wpdb->usermeta ) as $table ) {
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE meta_key LIKE %s', $table, $wpdb->esc_like( '_site_companion_' ) . '%' ) );
	}
	foreach ( array( 'site_companion_', '_transient_site_companion_', '_transient_timeout_site_companion_' ) as $prefix ) {
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
		array_map( 'delete_option', $names );
	}
	wp_cache_flush();
}

if ( ! defined( 'SITE_COMPANION_REMOVE_ALL_DATA' ) || true !== SITE_COMPANION_REMOVE_ALL_DATA ) {
	return;
}
if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $site_id ) {
		switch_to_blog( $site_id );
		delete_data();
		restore_current_blog();
	}
} else {
	delete_data();
}
