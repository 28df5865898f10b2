<?php
/**
 * Reads the settings of the plugin: from a constant in wp-config.php, otherwise from an environment variable, otherwise from the option
 * that the settings screen saves.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const SETTINGS_OPTION = 'site_companion_settings';

/** The key in the option for each constant or environment variable. */
const SETTING_KEYS = array(
	'SITE_COMPANION_SITE_URL'          => 'site_url',
	'SITE_COMPANION_REVALIDATE_SECRET' => 'revalidate_secret',
	'SITE_COMPANION_PREVIEW_SECRET'    => 'preview_secret',
);

const MIN_SECRET_LENGTH = 16;

/**
 * The setting with this name; empty if it is not set.
 */
function setting( string $name ): string {
	$fixed = fixed_setting( $name );

	return '' !== $fixed ? $fixed : saved_setting( SETTING_KEYS[ $name ] ?? '' );
}

/**
 * The value of a constant or an environment variable, which the settings screen cannot change; empty if there is none.
 */
function fixed_setting( string $name ): string {
	$constant = defined( $name ) ? (string) constant( $name ) : '';

	return '' !== $constant ? $constant : (string) getenv( $name );
}

/**
 * The value that was saved on the settings screen; empty if there is none.
 */
function saved_setting( string $key ): string {
	$saved = get_option( SETTINGS_OPTION );

	return is_array( $saved ) && is_string( $saved[ $key ] ?? null ) ? $saved[ $key ] : '';
}
