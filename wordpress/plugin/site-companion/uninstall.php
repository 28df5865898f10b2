<?php
/**
 * Deletes what an administrator has chosen on the settings screen: nothing, the settings, or everything that the plugin has stored.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * The settings, the secrets and the changes that wait for the site.
 */
function delete_settings(): void {
	wp_clear_scheduled_hook( 'site_companion_deliver' );
	remove_role( 'site_companion_reader' );
	foreach ( array( 'site_companion_settings', 'site_companion_delivery' ) as $option ) {
		delete_option( $option );
	}
	delete_options_like( 'site_companion_waiting_' );
	delete_options_like( '_transient_site_companion_' );
	delete_options_like( '_transient_timeout_site_companion_' );
}

/**
 * Questions, topics, events, and everything else that the plugin has stored in options and meta fields.
 */
function delete_content(): void {
	global $wpdb;

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
	delete_options_like( 'site_companion_' );
}

function delete_options_like( string $prefix ): void {
	global $wpdb;

	$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
	array_map( 'delete_option', $names );
}

/**
 * Deletes what was chosen in the settings of the current WordPress site. A network has several.
 */
function uninstall_site(): void {
	$settings = get_option( 'site_companion_settings' );
	$choice   = is_array( $settings ) ? ( $settings['on_delete'] ?? 'nothing' ) : 'nothing';
	if ( 'settings' === $choice || 'everything' === $choice ) {
		delete_settings();
	}
	if ( 'everything' === $choice ) {
		delete_content();
	}
	wp_cache_flush();
}

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $site_id ) {
		switch_to_blog( $site_id );
		uninstall_site();
		restore_current_blog();
	}
} else {
	uninstall_site();
}
